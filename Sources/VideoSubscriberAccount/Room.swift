enum VideoSubscriberAccountRoom {}
