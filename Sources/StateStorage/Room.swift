enum StateStorageRoom {}
