/** What the embedded wallet does with a JSON-RPC method: answer it, ask the visitor first, or refuse it. */
export type RpcRule = 'read' | 'approve' | 'refuse'

const reads: ReadonlySet<string> = new Set([
  ...[
    'eth_accounts',
    'eth_blockNumber',
    'eth_call',
    'eth_chainId',
    'eth_estimateGas',
    'eth_feeHistory',
    'eth_gasPrice',
  ],
  ...['eth_getAccount', 'eth_getBalance', 'eth_getBlockByHash', 'eth_getBlockByNumber', 'eth_getBlockReceipts'],
  ...['eth_getBlockTransactionCountByHash', 'eth_getBlockTransactionCountByNumber', 'eth_getCode', 'eth_getLogs'],
  ...['eth_getProof', 'eth_getStorageAt', 'eth_getTransactionByBlockHashAndIndex', 'eth_getTransactionByHash'],
  ...['eth_getTransactionByBlockNumberAndIndex', 'eth_getTransactionCount', 'eth_getTransactionReceipt'],
  ...['eth_getUncleCountByBlockHash', 'eth_getUncleCountByBlockNumber', 'eth_maxPriorityFeePerGas', 'eth_syncing'],
  ...['wallet_getCapabilities', 'wallet_getCallsStatus'],
])

const approvals: ReadonlySet<string> = new Set([
  ...['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction', 'wallet_sendCalls'],
])

/**
 * Exact names only: no case folding and no trimming. Of the field's list these are left out, as nothing here answers them yet: filters,
 * `eth_sendRawTransaction` from the page, user operations and permissions. No method signs an EIP-7702 authorization: only the frame makes one.
 */
export const ruleOf = (method: string): RpcRule =>
  reads.has(method) ? 'read' : approvals.has(method) ? 'approve' : 'refuse'

/** Methods on Solana, exact names only. All but the first wait for the visitor's approval. */
export const solanaMethods: ReadonlySet<string> = new Set([
  'solana_requestAccounts',
  ...['solana_signMessage', 'solana_signTransaction', 'solana_signAllTransactions', 'solana_signAndSendTransaction'],
])

export const NOT_ALLOWED = 'Requested RPC call is not allowed'
