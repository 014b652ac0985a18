import { useAccount, useNetwork, useProvider } from '@wallet-modal/kernel/react'
import { useEffect, useRef, useState } from 'react'
import type { EIP1193Provider } from 'viem'
import { modal } from './wallet-modal.config'

export type Signing =
  | { status: 'idle' | 'waiting' | 'verifying' | 'declined' }
  | { status: 'failed'; reason: string }
  | { status: 'signed'; signature: string; verified: boolean }

/** Asks the wallet to sign a message and checks the signature. A late answer for another account or an older try is dropped. */
export function useSignature() {
  const provider = useProvider<EIP1193Provider>(modal, 'eip155')
  const { address } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [signing, setSigning] = useState<Signing>({ status: 'idle' })
  const tries = useRef(0)

  useEffect(() => {
    tries.current++
    setSigning({ status: 'idle' })
  }, [provider, address])

  const sign = async (message: string): Promise<void> => {
    if (!provider || !address) return
    const account = toHex(address)
    const id = ++tries.current
    const tell = (next: Signing) => {
      if (id === tries.current) setSigning(next)
    }
    tell({ status: 'waiting' })
    try {
      const signature = await provider.request({ method: 'personal_sign', params: [textToHex(message), account] })
      tell({ status: 'verifying' })
      const verified = await verify(network?.rpcUrls[0], { address: account, message, signature })
      tell({ status: 'signed', signature, verified })
    } catch (error) {
      tell(isRejection(error) ? { status: 'declined' } : { status: 'failed', reason: reasonOf(error) })
    }
  }
  return { signing, sign }
}

interface Signed {
  address: `0x${string}`
  message: string
  signature: `0x${string}`
}

/** Keys are checked here; a smart account's signature is checked by its contract, through the network's own node: not by the wallet's word. */
async function verify(rpcUrl: string | undefined, signed: Signed): Promise<boolean> {
  const { createPublicClient, http, verifyMessage } = await import('viem')
  if (await verifyMessage(signed).catch(() => false)) return true
  return rpcUrl !== undefined && createPublicClient({ transport: http(rpcUrl) }).verifyMessage(signed)
}

/** EIP-1193: 4001 is "the user rejected the request". */
const isRejection = (error: unknown): boolean => typeof error === 'object' && error !== null && 'code' in error && error.code === 4001

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'The wallet did not say why.')

const textToHex = (text: string): `0x${string}` =>
  `0x${[...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`

const toHex = (address: string): `0x${string}` => `0x${address.replace(/^0x/, '')}`
