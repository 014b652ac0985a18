/** The event that opening a view is, by the view's name. */
export const viewEvents: Readonly<Record<string, string>> = {
  '@wallet-modal/connect#AllWallets': 'CLICK_ALL_WALLETS',
  '@wallet-modal/connect#WhatIsAWallet': 'CLICK_WALLET_HELP',
  '@wallet-modal/connect#GetWallet': 'CLICK_GET_WALLET_HELP',
  '@wallet-modal/connect#Downloads': 'GET_WALLET',
  '@wallet-modal/account#Networks': 'CLICK_NETWORKS',
  '@wallet-modal/history#Transactions': 'CLICK_TRANSACTIONS',
  '@wallet-modal/history#ActivityTab': 'CLICK_TRANSACTIONS',
  '@wallet-modal/send#WalletSend': 'OPEN_SEND',
  '@wallet-modal/swap#Swap': 'OPEN_SWAP',
  '@wallet-modal/swap#SwapSelectToken': 'CLICK_SELECT_TOKEN_TO_SWAP',
  '@wallet-modal/onramp#OnRampProviders': 'SELECT_BUY_CRYPTO',
  '@wallet-modal/onramp#WhatIsABuy': 'SELECT_WHAT_IS_A_BUY',
  '@wallet-modal/names#ChooseAccountName': 'OPEN_ENS_FLOW',
  '@wallet-modal/email-social#EmailLogin': 'EMAIL_LOGIN_SELECTED',
  '@wallet-modal/siwx#SIWXSignMessage': 'CLICK_SIGN_SIWX_MESSAGE',
}
