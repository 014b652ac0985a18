/** Methods and events that a site requests in one namespace. */
export interface Permissions {
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** EIP-1193 with EIP-712, 747, 2255, 3085, 3326, 5792, 7715 and 7811. Not `eth_sign`, which signs unreadable data. */
const eip155: Permissions = {
  methods: [
    'eth_accounts',
    'eth_requestAccounts',
    'eth_sendTransaction',
    'eth_sendRawTransaction',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v3',
    'eth_signTypedData_v4',
    'personal_sign',
    'wallet_addEthereumChain',
    'wallet_getAssets',
    'wallet_getCallsStatus',
    'wallet_getCapabilities',
    'wallet_getPermissions',
    'wallet_grantPermissions',
    'wallet_requestPermissions',
    'wallet_revokePermissions',
    'wallet_sendCalls',
    'wallet_showCallsStatus',
    'wallet_switchEthereumChain',
    'wallet_watchAsset',
  ],
  events: ['accountsChanged', 'chainChanged'],
}

/** WalletConnect's methods for Solana. */
const solana: Permissions = {
  methods: [
    'solana_getAccounts',
    'solana_requestAccounts',
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  events: ['accountsChanged', 'chainChanged'],
}

/** WalletConnect's methods for Polkadot and its parachains. */
const polkadot: Permissions = {
  methods: ['polkadot_signMessage', 'polkadot_signTransaction'],
  events: ['accountsChanged', 'chainChanged'],
}

/** WalletConnect's methods for Bitcoin. */
const bip122: Permissions = {
  methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
  events: ['bip122_addressesChanged', 'accountsChanged', 'chainChanged'],
}

export const permissions = { eip155, solana, polkadot, bip122 }
