package tvsim.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Waives a rule about clients in the world of a test that breaks it by intention. */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@Repeatable(TvsimWaive.All.class)
public @interface TvsimWaive {
    /** The name of the rule, such as {@code "bearer"}. */
    String rule();

    /** Why the test breaks it. */
    String reason();

    /** Several waivers of one test. */
    @Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
    @Retention(RetentionPolicy.RUNTIME)
    @Inherited
    @interface All {
        /** The waivers. */
        TvsimWaive[] value();
    }
}
