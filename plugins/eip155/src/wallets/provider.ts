import { invalidReply } from '@wallet-modal/kernel/assets'
import type { Hex } from 'viem'
import type { Eip1193Provider } from '../contract.js'

/** Addresses as the wallet returns them: `0x` and 40 hex digits, in any case. Throws `INVALID_DATA` for an invalid reply. */
export async function readAddresses(
  provider: Eip1193Provider,
  method: 'eth_accounts' | 'eth_requestAccounts',
): Promise<readonly string[]> {
  const answer = await provider.request({ method })
  return parseAddresses(answer, method)
}

export function parseAddresses(answer: unknown, method: string): readonly string[] {
  if (!Array.isArray(answer)) throw invalidReply(method, 'a list of addresses')
  return answer.map((address: unknown) => {
    if (typeof address !== 'string' || !/^0x[\da-f]{40}$/i.test(address))
      throw invalidReply(method, 'a list of addresses')
    return address
  })
}

export async function readChain(provider: Eip1193Provider): Promise<string> {
  return parseChain(await provider.request({ method: 'eth_chainId' }))
}

/** CAIP-2 id of a chain id in hex or decimal, as text or number. Throws `INVALID_DATA` for any other value. */
export function parseChain(answer: unknown): string {
  const text = typeof answer === 'number' && Number.isSafeInteger(answer) ? String(answer) : answer
  if (typeof text !== 'string' || !/^(0x[\da-f]{1,14}|\d{1,16})$/i.test(text))
    throw invalidReply('eth_chainId', 'a chain id')
  return `eip155:${BigInt(text)}`
}

// does not use viem, because the wagmi connector loads this module with the page
export const toHexChainId = (reference: string): Hex => `0x${BigInt(reference).toString(16)}`
