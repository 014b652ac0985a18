/** Something to try with one plugin. */
export interface Task {
  readonly plugin: string
  readonly text: string
  /**
   * Full name of the event that completes the task; `transactionSent` is followed by the transaction type. Absent: the visitor ticks the task off.
   */
  readonly doneBy?: string
  /** A value that the task needs, with a button that copies it. */
  readonly copy?: { readonly label: string; readonly value: string }
}

/** The second account of the sandbox wallet's published development mnemonic. */
const SECOND_ACCOUNT = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

export const tasks: readonly Task[] = [
  { plugin: 'sandbox', text: 'Connect the Sandbox Wallet', doneBy: '@wallet-modal/kernel#connected' },
  { plugin: 'connect', text: 'Open All Wallets and search for “rabby”' },
  { plugin: 'account', text: 'Switch to the network Sandbox Two', doneBy: '@wallet-modal/kernel#networkChanged' },
  { plugin: 'balances', text: 'Open Tokens and press Show hidden to see the tokens that imitate SUSD' },
  {
    plugin: 'send',
    text: 'Send 1 SUSD to the second account',
    doneBy: '@wallet-modal/kernel#transactionSent transfer',
    copy: { label: 'Copy the address', value: SECOND_ACCOUNT },
  },
  {
    plugin: 'ens',
    text: 'Send 0.1 ETH to hazel.eth, an ENS name on the sandbox’s chain',
    doneBy: '@wallet-modal/kernel#transactionSent transfer',
    copy: { label: 'Copy the name', value: 'hazel.eth' },
  },
  {
    plugin: 'history',
    text: 'Open Activity and wait until a transaction that you sent is confirmed',
    doneBy: '@wallet-modal/kernel#transactionSettled',
  },
  { plugin: 'swap', text: 'Swap 0.1 ETH for SUSD', doneBy: '@wallet-modal/kernel#transactionSent swap' },
  {
    plugin: 'jupiter',
    text: 'Swap 0.1 SOL for SUSD on Solana',
    doneBy: '@wallet-modal/kernel#transactionSent swap',
  },
  {
    plugin: 'onramp',
    text: 'Buy ETH for $100 at Coinbase and pay with the test card',
    doneBy: '@wallet-modal/kernel#orderSettled',
  },
  { plugin: 'names', text: 'Register a name for your account (a reset of the sandbox removes the name)' },
  { plugin: 'smart-sessions', text: 'Open Smart sessions in the settings of the account, on an EVM network' },
  { plugin: 'email-social', text: 'Log in by email; the code arrives in the inbox of the sandbox' },
  {
    plugin: 'email-social',
    text: 'Connect the email wallet and press Edit Email, in the Account view or in Account Settings; the inbox gets a code for the old address and one for the new',
  },
  {
    plugin: 'email-social',
    text: 'Log in with Farcaster; the button Open Farcaster opens a page that simulates your phone',
  },
  { plugin: 'receive', text: 'Show your address as a QR code in Receive' },
  { plugin: 'solana', text: 'Connect the Sandbox Wallet on Solana too' },
  { plugin: 'polkadot', text: 'Connect the Sandbox Wallet on Polkadot and look at its assets' },
  { plugin: 'bip122', text: 'Connect the Sandbox Wallet on Bitcoin' },
  { plugin: 'walletconnect', text: 'Pair a phone by QR code (needs a project id; switch the sandbox off first)' },
  { plugin: 'devtools', text: 'Open the developer panel in the corner of the page' },
]
