import { type Context, type Network, tracked } from '@wallet-modal/kernel'
import type { SignIn } from '../contract.js'
import type { KnownSessions } from '../known-sessions.js'
import type { SignInAttempts } from './sign-in-attempts.js'

interface CancelDependencies {
  readonly sessions: KnownSessions
  readonly attempts: SignInAttempts
  readonly isRequired: boolean
}

/** If sign-in is optional, closes the modal. Otherwise switches back to the last signed-in network, or disconnects the wallet. */
export function createCancel(
  ctx: Context,
  { sessions, attempts, isRequired }: CancelDependencies,
): Pick<SignIn, 'cancel' | 'networkAfterCancel'> {
  const { active } = ctx.connections
  const networkAfterCancel = (): Network | null => {
    const connection = active.peek()
    const last = attempts.lastAccountId()
    if (!isRequired || !connection || !last || !sessions.of(last)) return null
    const caipNetworkId = last.split(':').slice(0, 2).join(':')
    const isSameAccount = last === `${caipNetworkId}:${connection.account.address}`
    if (!isSameAccount || caipNetworkId === connection.caipNetworkId) return null
    return ctx.networks.peek().find((network) => network.caipNetworkId === caipNetworkId) ?? null
  }
  /** Resolves with false if the wallet did not switch. */
  const switchTo = async ({ caipNetworkId }: Network): Promise<boolean> => {
    const outcome = await ctx.connections.switchNetwork(caipNetworkId).catch(ctx.log.warn)
    return outcome?.status === 'switched'
  }
  return {
    networkAfterCancel: async () => networkAfterCancel(),
    async cancel() {
      const connection = active.peek()
      ctx.emit(tracked, { event: 'CLICK_CANCEL_SIWX' })
      attempts.stop()
      if (!connection || !isRequired) return void ctx.router.close()
      const network = networkAfterCancel()
      if (network && (await switchTo(network))) return
      await ctx.connections.disconnect(connection.namespace, connection.connectorId)
    },
  }
}
