// The part of the app to test. In the app, `account` is NativeModules.TVProviderAccount.
'use strict';

/** Returns what the app shows when it starts. It never interrupts the user with more than the access prompt. */
async function signInSilently(account, providers = []) {
  if ((await account.checkAccess(true)) !== 'granted') return {screen: 'providerList'};
  return signIn(account, {isInterruptionAllowed: false, supportedAccountProviderIdentifiers: providers});
}

/** Returns what the app shows after the user has pressed "Sign in". The system may show its provider picker. */
function signInWithPicker(account) {
  return signIn(account, {isInterruptionAllowed: true});
}

async function signIn(account, options) {
  try {
    const {provider} = await account.requestAccount(options);
    return {screen: 'home', provider};
  } catch (error) {
    switch (error.code) {
      case 'userCancelled':
        return {screen: 'welcome'};
      case 'unsupportedProvider':
        return {screen: 'providerNotSupported', provider: error.userInfo.VSErrorInfoKeyUnsupportedProviderIdentifier};
      case 'accessNotGranted':
      case 'providerRejected':
        return {screen: 'providerList'};
      default:
        throw error;
    }
  }
}

module.exports = {signInSilently, signInWithPicker};
