import { useAccount, useNetwork } from '@wallet-modal/kernel/react'
import { useEffect, useRef, useState } from 'react'
import { verify } from './verify'
import { modal } from './wallet-modal.config'

export type Signing =
  | { status: 'idle' | 'waiting' | 'verifying' | 'declined' }
  | { status: 'failed'; reason: string }
  /** `verified` is absent where this page cannot tell. */
  | { status: 'signed'; signature: string; verified: boolean | undefined }

/** Asks the wallet to sign a message and checks the signature. A late answer for another account or an older try is dropped. */
export function useSignature() {
  const { address, namespace, connectorId } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [signing, setSigning] = useState<Signing>({ status: 'idle' })
  const tries = useRef(0)

  useEffect(() => {
    tries.current++
    setSigning({ status: 'idle' })
  }, [address, namespace, connectorId])

  const sign = async (message: string): Promise<void> => {
    if (!address || !namespace) return
    const id = ++tries.current
    const tell = (next: Signing) => {
      if (id === tries.current) setSigning(next)
    }
    tell({ status: 'waiting' })
    try {
      const signature = await modal.connections.adapter(namespace).signMessage(message)
      tell({ status: 'verifying' })
      const verified = await verify({ namespace, address, message, signature, rpcUrl: network?.rpcUrls[0] })
      tell({ status: 'signed', signature, verified })
    } catch (error) {
      tell(isRejection(error) ? { status: 'declined' } : { status: 'failed', reason: reasonOf(error) })
    }
  }
  return { signing, sign }
}

/** 4001 is "the user rejected the request" (EIP-1193). Wallets of Polkadot have no codes and say it in words. */
const isRejection = (error: unknown): boolean =>
  (typeof error === 'object' && error !== null && 'code' in error && error.code === 4001) ||
  /\b(rejected|declined|denied|cancell?ed)\b/i.test(reasonOf(error))

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message : typeof error === 'string' ? error : 'The wallet did not say why.'
