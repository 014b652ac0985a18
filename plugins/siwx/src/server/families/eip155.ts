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
import type { Verifier } from './sign-in-family.js'

/** Longer signatures are refused without a request to a node. Signatures of wallets are far shorter. */
const MAX_SIGNATURE_LENGTH = 16_384

type SignatureRequest = Parameters<typeof verifyMessage>[0]

/** Whether an error is a revert: the contract rejected the signature. After any other error, the signature is unverified. */
const isRejection = (error: unknown): boolean => {
  const { code, message, details }: { readonly [key: string]: unknown } = Object(error)
  return code === 3 || /revert/i.test(`${details} ${message}`)
}

/** Result of one node; `undefined` if the node failed or is on another chain. */
async function verifyAtNode(
  url: string,
  signatureRequest: SignatureRequest,
  caipNetworkId: string,
): Promise<boolean | undefined> {
  // short, so that another node can reply within the ten seconds that the page waits
  const node = http(url, { timeout: 3_000, retryCount: 0 })({})
  let isUnanswered = false
  const request: EIP1193RequestFn = async (args, options) => {
    try {
      return await node.request(args, options)
    } catch (error) {
      if (!isRejection(error)) isUnanswered = true
      throw error
    }
  }
  // without CCIP-Read (ERC-3668), with which a contract could make this server request any URL, any number of times
  const client = createPublicClient({ transport: custom({ request }, { retryCount: 0 }), ccipRead: false })
  try {
    if (`eip155:${await client.getChainId()}` !== caipNetworkId) return undefined
    const answer = await client.verifyMessage(signatureRequest)
    return answer || !isUnanswered ? answer : undefined
  } catch {
    return undefined
  }
}

/**
 * Verifies ECDSA signatures of EOAs. Verifies signatures of contracts through a node (ERC-1271), including contracts that are not deployed yet
 * (ERC-6492).
 */
export const verifyEip155: Verifier = async ({ message, text, signature, network }) => {
  const { address } = message
  if (!isAddress(address) || getAddress(address) !== address) return false
  if (address === zeroAddress) return false // the EVM's `ecrecover` returns the zero address for an invalid signature
  if (!isHex(signature) || signature.length > MAX_SIGNATURE_LENGTH) return false
  const signatureRequest = { address, message: text, signature }
  // `verifyMessage` throws if no key can be recovered from the 65 bytes
  if (signature.length === 132 && (await verifyMessage(signatureRequest).catch(() => false))) return true
  const urls = network.rpcUrls ?? []
  if (urls.length === 0) return false
  for (const url of urls) {
    const answer = await verifyAtNode(url, signatureRequest, network.caipNetworkId)
    if (answer !== undefined) return answer
  }
  // no node replied, which is not a rejection
  throw new Refusal('NOT_VERIFIABLE', 'The signature could not be verified, because no node replied. Try again later.')
}
