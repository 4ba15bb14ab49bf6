package tvsim.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that runs once in each situation. Its parameters may be of the types {@code World} and {@code Situation}. */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith({TvsimExtension.class, MatrixProvider.class})
public @interface TvsimMatrix {
    /** The axes, such as {@code "access=granted,denied"} or {@code "account=all"}. */
    String[] value() default {};

    /** The file of a profile whose {@code matrix} has the axes, relative to the working directory. */
    String profile() default "";
}
