import { type Context, view } from '@wallet-modal/kernel'

/** View of `@wallet-modal/account`. Referenced by name, so that a site does not need this plugin. */
const SwitchNetwork = view<{ readonly network: string; readonly result: 'rejected' | 'failed' }, string>(
  '@wallet-modal/account#SwitchNetwork',
)

/** Opens the view of a network switch that the visitor has rejected or that has failed. Rejects if no plugin has this view. */
export const showSwitchResult = (
  ctx: Context,
  network: string | undefined,
  result: 'rejected' | 'failed',
): Promise<unknown> => ctx.router.reset(SwitchNetwork, { network: network ?? '', result })
