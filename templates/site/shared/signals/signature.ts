import { computed, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { isRejection, reasonOf, type Signing } from './signing'
import { modal } from './wallet-modal.config'

const { active } = modal.connections
const idle: Signing = { status: 'idle' }
const latest = signal<{ account: string; signing: Signing } | undefined>(undefined)
let tries = 0

/** Connected account and its wallet. */
const account = computed(() => {
  const now = active.value
  return now ? `${now.namespace} ${now.connectorId} ${now.account.address}` : ''
})

/** State of the latest attempt; idle after the account changed. */
export const signing: ReadonlySignal<Signing> = computed(() =>
  latest.value?.account === account.value ? latest.value.signing : idle,
)

/** Requests a signature from the wallet and verifies it. Ignores replies to an earlier attempt. */
export async function sign(message: string): Promise<void> {
  const now = active.peek()
  if (!now) return
  const { namespace, network, adapter } = now
  const { address } = now.account
  const own = { id: ++tries, account: account.peek() }
  const tell = (next: Signing) => {
    if (own.id === tries) latest.value = { account: own.account, signing: next }
  }
  tell({ status: 'waiting' })
  try {
    const signature = await adapter.signMessage(message)
    tell({ status: 'verifying' })
    const { verify } = await import('./verify')
    const verified = await verify({ namespace, address, message, signature, rpcUrl: network?.rpcUrls[0] })
    tell({ status: 'signed', signature, verified })
  } catch (error) {
    tell(isRejection(error) ? { status: 'declined' } : { status: 'failed', reason: reasonOf(error) })
  }
}
