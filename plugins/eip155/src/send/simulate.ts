import { readWith, WalletModalError } from '@wallet-modal/kernel'
import { DECIMALS_CALL, decodeUint, encodeBalanceOf } from './abi.js'
import { type Chain, isNodeError, whereKnown } from './chain.js'
import { type Payment, toCall } from './request.js'

const refused = (message: string, cause?: unknown): WalletModalError =>
  new WalletModalError('NOT_SENT', `${message} Nothing was sent.`, { cause })

interface CallResult {
  readonly isOk: boolean
  readonly answer: string
}

/** The reply of `eth_simulateV1` for one block. */
const simulationSchema = readWith((reply): readonly CallResult[] => {
  const [block]: readonly unknown[] = Array.isArray(reply) ? reply : []
  const { calls }: { readonly calls?: unknown } = Object(block)
  if (!Array.isArray(calls)) throw new Error('is no simulation')
  return calls.map((one: unknown) => {
    const { status, returnData }: { readonly status?: unknown; readonly returnData?: unknown } = Object(one)
    return { isOk: status === '0x1', answer: typeof returnData === 'string' ? returnData : '0x' }
  })
})

/** What a transfer would leave at the receiver: `undefined` where the node cannot say. */
async function arriving(chain: Chain, payment: Payment, contract: string): Promise<bigint | undefined> {
  const { from, receiver } = payment
  const look = { from, to: contract, data: encodeBalanceOf(receiver) }
  const calls = [look, { from, ...toCall(payment) }, look]
  const results = await whereKnown(
    chain.read('eth_simulateV1', [{ blockStateCalls: [{ calls }] }, 'latest'], simulationSchema),
  )
  const [before, transfer, after] = results ?? []
  const [had, has] = [decodeUint(before?.answer ?? ''), decodeUint(after?.answer ?? '')]
  return transfer?.isOk && had !== undefined && has !== undefined ? has - had : undefined
}

/**
 * Tries a token's transfer on the chain as it is now. Tokens that answer nothing are taken at their word, as wallets and exchanges do; those that
 * answer `false`, revert, or do not say that they count in the decimals shown are refused. Answers with what arrives where that is less, or `unknown`.
 */
export async function simulateTransfer(
  chain: Chain,
  payment: Payment & { readonly contract: string },
  decimals: number,
): Promise<bigint | 'unknown' | undefined> {
  const { contract, from } = payment
  const tried = chain.bytes('eth_call', { from, ...toCall(payment) }, 'latest').catch((error: unknown) => {
    throw isNodeError(error) ? refused('The token refuses this transfer.', error) : error
  })
  const [code, answer, own, arrives] = await Promise.all([
    chain.bytes('eth_getCode', contract, 'latest'),
    tried,
    whereKnown(chain.bytes('eth_call', { to: contract, data: DECIMALS_CALL }, 'latest')),
    arriving(chain, payment, contract),
  ])
  if (code === '0x') throw refused('There is no such token on this network.')
  if (answer !== '0x' && decodeUint(answer.slice(0, 66)) !== 1n) throw refused('The token refuses this transfer.')
  const real = own === undefined ? undefined : decodeUint(own)
  // without them nobody can tell whether the amount is the one that was shown
  if (real === undefined) throw refused('The token does not say in which decimals it counts.')
  if (real !== BigInt(decimals)) throw refused('The token counts in other decimals than what was shown.')
  if (payment.receiver === from) return undefined
  return arrives === payment.amount ? undefined : (arrives ?? 'unknown')
}
