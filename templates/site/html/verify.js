/**
 * Whether an EVM account signed the message, verified by this page; `undefined` if it cannot. Signatures of private keys are verified here, those of
 * smart accounts by their contract, through the network's node.
 */
export async function verify({ namespace, address, message, signature, rpcUrl }) {
  if (namespace !== 'eip155') return undefined
  const { createPublicClient, http, verifyMessage } = await import('viem')
  const given = { address, message, signature }
  if (await verifyMessage(given).catch(() => false)) return true
  return rpcUrl === undefined ? undefined : createPublicClient({ transport: http(rpcUrl) }).verifyMessage(given)
}
