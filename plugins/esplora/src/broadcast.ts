import { readWith, type ServiceApi, WalletModalError } from '@wallet-modal/kernel'

/** JSON-RPC error code of a rejected transaction (`RPC_VERIFY_REJECTED`), used if the reply contains no code. */
const VERIFY_REJECTED = -26

/**
 * Error for a rejected transaction. Esplora returns the text of its Bitcoin Core node: `sendrawtransaction RPC error:
 * {"code":-26,"message":"dust"}`, possibly with other text around it.
 */
function refusalOf(text: string): WalletModalError {
  const code = /"code"\s*:\s*(-\d{1,5})/.exec(text)?.[1]
  const message = /"message"\s*:\s*"([^"]{1,300})"/.exec(text)?.[1] ?? text.slice(0, 300)
  return new WalletModalError('RPC_ERROR', message, { status: code === undefined ? VERIFY_REJECTED : Number(code) })
}

const reply = readWith((value): { readonly status: number; readonly text: string } => {
  const { status, text } = Object(value)
  if (typeof status === 'number' && typeof text === 'string') return { status, text: text.trim() }
  throw new Error('the reply is not text')
})

/**
 * Broadcasts a transaction in hex with `POST /tx`, without retry. Resolves with the transaction's id. Throws `RPC_ERROR` if the node rejects the
 * transaction; the error's `status` is the node's JSON-RPC error code. See `BitcoinNode.send`.
 */
export async function broadcast(service: ServiceApi, transaction: string): Promise<string> {
  const { status, text } = await service.post('/tx', transaction, { schema: reply, isText: true, okStatuses: [400] })
  if (status === 400) throw refusalOf(text)
  if (/^[\da-f]{64}$/.test(text)) return text
  throw new WalletModalError('INVALID_DATA', 'The response to a submitted transaction is not a transaction id.')
}
