import {
  createPublicClient,
  custom,
  type EIP1193RequestFn,
  getAddress,
  http,
  isAddress,
  isHex,
  verifyMessage,
  zeroAddress,
} from 'viem'
import { Refusal } from '../http/refusal.js'
import type { Verifier } from './verifier.js'

/** Far longer than any wallet's; a node need not be bothered with more. */
const MAX_SIGNATURE_LENGTH = 16_384

type Asked = Parameters<typeof verifyMessage>[0]

/** A contract that says no reverts. Whatever else went wrong, the node was not able to say anything. */
const isNo = (error: unknown): boolean => {
  const { code, message, details }: { readonly [key: string]: unknown } = Object(error)
  return code === 3 || /revert/i.test(`${details} ${message}`)
}

/** What one node says; `undefined` where it cannot, or is of another chain, which may have another contract at the same address. */
async function askNode(url: string, asked: Asked, caipNetworkId: string): Promise<boolean | undefined> {
  // the page waits ten seconds, and another node may be well
  const node = http(url, { timeout: 3_000, retryCount: 0 })({})
  let isUnanswered = false
  const request: EIP1193RequestFn = async (args, options) => {
    try {
      return await node.request(args, options)
    } catch (error) {
      if (!isNo(error)) isUnanswered = true
      throw error
    }
  }
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  try {
    if (`eip155:${await client.getChainId()}` !== caipNetworkId) return undefined
    const answer = await client.verifyMessage(asked)
    return answer || !isUnanswered ? answer : undefined
  } catch {
    return undefined
  }
}

/** An account with a key by its key alone; a contract, deployed or not, by asking the chain (ERC-1271, ERC-6492). */
export const verifyEip155: Verifier = async ({ message, text, signature, network }) => {
  const { address } = message
  if (!isAddress(address) || getAddress(address) !== address) return false
  if (address === zeroAddress) return false // what no key has signed recovers to it, also by contracts that check signatures
  if (!isHex(signature) || signature.length > MAX_SIGNATURE_LENGTH) return false
  const asked = { address, message: text, signature }
  if (signature.length === 132 && (await verifyMessage(asked).catch(() => false))) return true // any 65 bytes may lead to no key at all
  const urls = network.rpcUrls ?? []
  if (urls.length === 0) return false
  for (const url of urls) {
    const answer = await askNode(url, asked, network.caipNetworkId)
    if (answer !== undefined) return answer
  }
  // what could not be asked is no "no"
  throw new Refusal('NOT_VERIFIABLE', 'The chain could not be asked about the signature. Try again later.')
}
