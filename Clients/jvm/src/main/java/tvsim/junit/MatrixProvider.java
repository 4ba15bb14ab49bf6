package tvsim.junit;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;
import tvsim.Server;
import tvsim.Situation;

/** Makes a case for each situation of {@link TvsimMatrix}. */
final class MatrixProvider implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), TvsimMatrix.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        TvsimMatrix matrix = AnnotationSupport.findAnnotation(context.getTestMethod(), TvsimMatrix.class).orElseThrow();
        if (matrix.profile().isEmpty() == (matrix.value().length == 0)) {
            throw new ExtensionConfigurationException(
                context.getUniqueId() + ": write @TvsimMatrix({\"AXIS=VALUE,VALUE\"}) or @TvsimMatrix(profile = FILE)");
        }
        Server server = TvsimExtension.server(context);
        List<Situation> found = matrix.profile().isEmpty()
            ? server.situations(matrix.value()) : server.situationsOf(Path.of(matrix.profile()));
        return found.stream().map(Case::new);
    }

    private record Case(Situation situation) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return situation.name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new Entering(situation));
        }
    }

    /** Puts the situation where {@link TvsimExtension} finds it. */
    private record Entering(Situation situation) implements ParameterResolver, BeforeEachCallback {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            context.getStore(TvsimExtension.NAMESPACE).put(Situation.class, situation);
            return parameter.getParameter().getType() == Situation.class;
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return situation;
        }

        @Override
        public void beforeEach(ExtensionContext context) {
            context.getStore(TvsimExtension.NAMESPACE).put(Situation.class, situation);
        }
    }
}
