import { type Context, WalletModalError } from '@wallet-modal/kernel'
import { requestText } from './text.js'

/** JSON-RPC code for a transaction that a node refuses, where the reply names no other (`RPC_VERIFY_REJECTED`). */
const REFUSED = -26

/**
 * Error for a refusal. Esplora passes on what its Bitcoin Core node said: `sendrawtransaction RPC error: {"code":-26,"message":"dust"}`, or the
 * same with other words around it.
 */
function refusalOf(text: string): WalletModalError {
  const code = /"code"\s*:\s*(-\d{1,5})/.exec(text)?.[1]
  const said = /"message"\s*:\s*"([^"]{1,300})"/.exec(text)?.[1] ?? text.slice(0, 300)
  return new WalletModalError('RPC_ERROR', said, { status: code === undefined ? REFUSED : Number(code) })
}

/** Broadcasts a transaction in hex by `POST /tx`, once. See `BitcoinNode.send`. */
export async function broadcast(service: ReturnType<Context['api']['service']>, transaction: string): Promise<string> {
  const { status, text } = await requestText(service, { path: '/tx', body: transaction })
  if (status === 400) throw refusalOf(text)
  if (status !== 200) throw new WalletModalError('HTTP_STATUS', `HTTP status code: ${status}`, { status })
  if (/^[\da-f]{64}$/.test(text)) return text
  throw new WalletModalError('INVALID_DATA', 'The answer to a transaction is no transaction id.')
}
