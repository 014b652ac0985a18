import { useAccount, useNetwork } from '@wallet-modal/kernel/react'
import { useRef, useState } from 'react'
import { isRejection, reasonOf, type Signing } from './signing'
import { verify } from './verify'
import { modal } from './wallet-modal.config'

/** Requests a signature from the wallet and verifies it. Ignores replies for another account or an earlier attempt. */
export function useSignature() {
  const { status, address, namespace, connectorId } = useAccount(modal)
  const { network } = useNetwork(modal)
  const [last, setLast] = useState<{ accountKey: string; signing: Signing }>()
  const attempts = useRef(0)
  const accountKey = [namespace, connectorId, address].join(' ')

  const sign = async (message: string): Promise<void> => {
    if (!address || !namespace) return
    const id = ++attempts.current
    const publish = (signing: Signing) => {
      if (id === attempts.current) setLast({ accountKey, signing })
    }
    publish({ status: 'waiting' })
    try {
      const signature = await modal.connections.adapter(namespace).signMessage(message)
      publish({ status: 'verifying' })
      const verified = await verify({ namespace, address, message, signature, rpcUrl: network?.rpcUrls[0] })
      publish({ status: 'signed', signature, verified })
    } catch (error) {
      publish(isRejection(error) ? { status: 'declined' } : { status: 'failed', reason: reasonOf(error) })
    }
  }
  const signing: Signing = last?.accountKey === accountKey ? last.signing : { status: 'idle' }
  return { signing, sign, isReady: status === 'connected' }
}
