import { type Keypair, VersionedTransaction } from '@solana/web3.js-1'
import { localSolanaNetwork } from '@wallet-modal/sandbox/server'
import { solana } from '@wallet-modal/solana'
import { createHandler, type Handler } from './handler.js'

/** Send handler of Solana on the sandbox's chain, with a wallet that signs with the key. */
export async function createSolanaHandler(sandboxUrl: string, key: Keypair): Promise<Handler> {
  const own = {
    address: key.publicKey.toBase58(),
    publicKey: key.publicKey.toBytes(),
    chains: ['solana:localnet'],
    features: ['solana:signTransaction'],
  }
  const provider = {
    accounts: [own],
    chains: ['solana:localnet'],
    features: {
      'standard:connect': { connect: async () => ({ accounts: [own] }) },
      'solana:signTransaction': {
        async signTransaction({ transaction }: { readonly transaction: Uint8Array }) {
          const read = VersionedTransaction.deserialize(transaction)
          read.sign([key])
          return [{ signedTransaction: read.serialize() }]
        },
      },
    },
  }
  const rpcUrl = `${sandboxUrl}/v1/?chainId=${localSolanaNetwork.caipNetworkId}&projectId=test`
  const network = { ...localSolanaNetwork, rpcUrls: [rpcUrl] }
  return createHandler({ family: solana(), network, provider })
}
