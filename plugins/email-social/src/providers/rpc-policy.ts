/** Policy of a JSON-RPC method: answered without approval, answered after the visitor's approval, or refused. */
export type RpcRule = 'read' | 'approve' | 'refuse'

/** EVM methods that are answered without approval. */
export const readMethods: ReadonlySet<string> = new Set([
  ...[
    'eth_accounts',
    'eth_blockNumber',
    'eth_call',
    'eth_chainId',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_gasPrice',
  ],
  ...['eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getLogs'],
  ...['eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByHash'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
  ...['eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas', 'eth_syncing'],
  ...['wallet_getCapabilities', 'wallet_getCallsStatus'],
])

/** EVM methods that need the visitor's approval. */
const approvalMethods: ReadonlySet<string> = new Set([
  ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'],
])

/**
 * Policy of an EVM method. Names must match exactly, including case. All methods that are not listed above are refused, for example
 * `eth_sendRawTransaction`. No method signs an EIP-7702 authorization: only the frame itself creates authorizations.
 */
export const ruleOf = (method: string): RpcRule =>
  readMethods.has(method) ? 'read' : approvalMethods.has(method) ? 'approve' : 'refuse'

/** Supported Solana methods. All except `solana_requestAccounts` need the visitor's approval. */
export const solanaMethods: ReadonlySet<string> = new Set([
  'solana_requestAccounts',
  ...['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
])

export const NOT_ALLOWED = 'Requested RPC call is not allowed'
