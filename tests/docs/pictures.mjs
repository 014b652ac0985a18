/**
 * Pictures of features that `npm run picture` takes: plugin id → alternative text.
 * @type {Readonly<Record<string, string>>}
 */
export const pictures = {
  account: 'The account view: address, total, buttons to buy, swap, receive and send, and the tokens of the account',
  balances: 'The tokens of an account with their amounts and values',
  connect: 'The Connect view: an email field, the first wallets and a button for all of them',
  devtools: 'The developer panel, with tabs for wallets, timeline, requests and plugins',
  'email-social': 'The field for the six-digit code that was sent by email',
  history: 'The activity of an account: its transactions, newest first',
  names: 'Registering a name for the account: the entered name is available',
  onramp: 'Buying a token: the amount in dollars, the quote, and how it is paid',
  receive: 'The receive view: QR code and address of the account',
  sandbox: 'The sandbox wallet asks whether the site may connect',
  send: 'The review of a transfer: amount, sender, receiver, network, simulated balance changes and fee',
  siwx: 'The sign-in view: the site and the account, with buttons to sign in and to cancel',
  'smart-sessions': 'A smart session of the account: the site, what its key may do, and a button that revokes it',
  swap: 'The swap form: what is paid and what is received, the slippage and the price',
  walletconnect: 'The QR code for a wallet on a phone, and a button that copies the link',
}
