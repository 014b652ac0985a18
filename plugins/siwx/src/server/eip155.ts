import { createPublicClient, fallback, getAddress, http, isAddress, isHex, verifyMessage } from 'viem'
import { Refusal } from './refusal.js'
import type { Verifier } from './verifier.js'

/** Far longer than any wallet's; a node need not be bothered with more. */
const MAX_SIGNATURE_LENGTH = 16_384

/** An account with a key by its key alone; a contract, deployed or not, by asking the chain (ERC-1271, ERC-6492). */
export const verifyEip155: Verifier = async ({ message, text, signature, network }) => {
  const { address } = message
  if (!isAddress(address) || getAddress(address) !== address) return false
  if (!isHex(signature) || signature.length > MAX_SIGNATURE_LENGTH) return false
  const asked = { address, message: text, signature }
  if (signature.length === 132 && (await verifyMessage(asked).catch(() => false))) return true // any 65 bytes may lead to no key at all
  const urls = network.rpcUrls ?? []
  if (urls.length === 0) return false
  const client = createPublicClient({ transport: fallback(urls.map((url) => http(url))) })
  try {
    // what could not be asked is no "no"; and another chain may have another contract at the same address
    const chainId = await client.getChainId()
    if (`eip155:${chainId}` !== network.caipNetworkId) throw new Error(`The node is of the chain ${chainId}.`)
    return await client.verifyMessage(asked)
  } catch (cause) {
    throw new Refusal('NOT_VERIFIABLE', 'The chain could not be asked about the signature. Try again later.', { cause })
  }
}
