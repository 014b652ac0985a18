import type { StandardSchema } from '@wallet-modal/kernel'
import { WalletModalError } from '@wallet-modal/kernel'
import type { Chain } from './chain.js'

const ORACLE = '0x420000000000000000000000000000000000000F'

function answerOf(found: unknown, params: readonly unknown[]): unknown {
  const value: unknown = typeof found === 'function' ? found(...params) : found
  if (value instanceof Error) throw value
  return value
}

/**
 * A node that answers from memory: a value, an error to throw, or a function of the parameters. Without `oracle` it is no chain of the OP stack;
 * else that answers calls of its `GasPriceOracle`.
 */
export function fakeChain(answers: Readonly<Record<string, unknown>>): Chain & { readonly asked: string[] } {
  const asked: string[] = []
  const answer = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const { to, data }: { readonly to?: unknown; readonly data?: unknown } = Object(params[0])
    if (method === 'eth_call' && to === ORACLE)
      return answers.oracle === undefined ? '0x' : answerOf(answers.oracle, [data])
    asked.push(method)
    if (!Object.hasOwn(answers, method)) throw new WalletModalError('RPC_ERROR', 'unknown method', { status: -32601 })
    return answerOf(answers[method], params)
  }
  const read = async <T>(method: string, params: readonly unknown[], schema: StandardSchema<T>): Promise<T> => {
    const result = await answer(method, params)
    try {
      const parsed = await schema['~standard'].validate(result)
      if (parsed.issues) throw new Error('not valid')
      return parsed.value
    } catch (error) {
      throw new WalletModalError('INVALID_DATA', String(error))
    }
  }
  return {
    caipNetworkId: 'eip155:1',
    asked,
    read,
    quantity: async (method, ...params) => BigInt(String(await answer(method, params))),
    bytes: async (method, ...params) => String(await answer(method, params)).toLowerCase(),
  }
}

export const nodeError = (message: string, status = -32000): WalletModalError =>
  new WalletModalError('RPC_ERROR', message, { status })
