import { computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { isRejection, reasonOf, type Signing } from './signing'
import { modal } from './wallet-modal.config'

const { active } = modal.connections
const idle: Signing = { status: 'idle' }
const latest = signal<{ accountKey: string; signing: Signing } | undefined>(undefined)
let attempts = 0

/** Key of the connected account and its wallet; empty while no account is connected. */
const accountKey = computed(() => {
  const connection = active.value
  return connection ? `${connection.namespace} ${connection.connectorId} ${connection.account.address}` : ''
})

/** State of the latest attempt; idle after the account changed. */
export const signing: ReadonlySignal<Signing> = computed(() =>
  latest.value?.accountKey === accountKey.value ? latest.value.signing : idle,
)

/** Requests a signature from the wallet and verifies it; {@link signing} shows the progress. Ignores replies to an earlier attempt. Never rejects. */
export async function sign(message: string): Promise<void> {
  const connection = active.peek()
  if (!connection) return
  const { namespace, network, adapter } = connection
  const { address } = connection.account
  const id = ++attempts
  const key = accountKey.peek()
  const publish = (next: Signing) => {
    if (id === attempts) latest.value = { accountKey: key, signing: next }
  }
  publish({ status: 'waiting' })
  try {
    const signature = await adapter.signMessage(message)
    publish({ status: 'verifying' })
    const { verify } = await import('./verify')
    const verified = await verify({ namespace, address, message, signature, rpcUrl: network?.rpcUrls[0] })
    publish({ status: 'signed', signature, verified })
  } catch (error) {
    publish(isRejection(error) ? { status: 'declined' } : { status: 'failed', reason: reasonOf(error) })
  }
}
