package tvsim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import tvsim.junit.Tvsim;
import tvsim.junit.TvsimMatrix;

@Tvsim
class SignInTest {
    @Test
    void isDenied(World world) {
        world.permission().deny();
        world.account().signIn("Cablevision", "alice");

        assertEquals("permissionGranted", world.explain().get("stoppedBy").text());
    }

    @TvsimMatrix({"access=granted,denied", "account=signedIn,expired"})
    void isAsTheSituationSays(World world, Situation situation) {
        assertEquals(situation.get("access"), world.permission().get());
    }
}
