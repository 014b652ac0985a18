/**
 * Whether an EVM account signed the message; `undefined` if this page cannot verify the signature. Verifies signatures of private keys in the page,
 * and signatures of smart accounts through the network's RPC node (ERC-1271, ERC-6492).
 */
export async function verify({ namespace, address, message, signature, rpcUrl }) {
  if (namespace !== 'eip155') return undefined
  const { createPublicClient, http, verifyMessage } = await import('viem')
  const given = { address, message, signature }
  if (await verifyMessage(given).catch(() => false)) return true
  return rpcUrl === undefined ? undefined : createPublicClient({ transport: http(rpcUrl) }).verifyMessage(given)
}
