package tvsim.junit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Gives the tests parameters of the types {@code World} and {@code Server}. */
@Target({ElementType.TYPE, ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(TvsimExtension.class)
public @interface Tvsim {
    /** The profile from which the worlds begin: a file, relative to the working directory. */
    String profile() default "";
}
