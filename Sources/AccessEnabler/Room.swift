enum AccessEnablerRoom {}
