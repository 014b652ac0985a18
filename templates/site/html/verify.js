/**
 * Whether an EVM account signed the message, by this page's own reckoning; `undefined` where it cannot tell. Keys are checked here; a smart account's
 * signature is checked by its contract, through the network's own node.
 */
export async function verify({ namespace, address, message, signature, rpcUrl }) {
  if (namespace !== 'eip155') return undefined
  const { createPublicClient, http, verifyMessage } = await import('viem')
  const given = { address, message, signature }
  if (await verifyMessage(given).catch(() => false)) return true
  return rpcUrl === undefined ? undefined : createPublicClient({ transport: http(rpcUrl) }).verifyMessage(given)
}
