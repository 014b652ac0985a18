/**
 * Whether the account signed the message; `undefined` if this page could not verify the signature. This page can verify only signatures of EVM
 * accounts: those of private keys in the page itself, and those of smart accounts through the network's RPC node (ERC-1271, ERC-6492).
 */
export async function verify(signed) {
  try {
    return signed.namespace === 'eip155' ? await verifyEvm(signed) : undefined
  } catch (error) {
    console.error(error)
    return undefined
  }
}

async function verifyEvm({ address, message, signature, rpcUrl }) {
  const { createPublicClient, http, verifyMessage } = await import('viem')
  const signed = { address, message, signature }
  if (await verifyMessage(signed).catch(() => false)) return true
  if (rpcUrl === undefined) return undefined
  let hasResult = false
  const transport = http(rpcUrl, {
    onFetchResponse: async (response) => {
      hasResult = 'result' in (await response.clone().json())
    },
  })
  const isValid = await createPublicClient({ transport }).verifyMessage(signed)
  return hasResult ? isValid : undefined // viem returns `false` also if the node failed
}
