import { type Context, messageOf, networkChanged, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import type { SendParams, SendResult } from '../contract.js'
import type { SendForm } from './form.js'
import { NO_PRESET, type Preset, parsePreset } from './preset.js'

/** Visit of the view `WalletSend`. */
export interface Visit {
  /** Key of the route: the same while the view is in the router's stack. */
  readonly key: number
  readonly params: SendParams | undefined
  resolve(result: SendResult): void
}

/** Whether the form can be displayed with the site's fixed values. */
export type Opening =
  | { readonly status: 'ready'; readonly preset: Preset }
  /** The network is being switched, or a token is being read. */
  | { readonly status: 'switching' | 'reading'; readonly preset: Preset }
  /** The wallet did not switch to the preset's network, or has switched to another network since then. */
  | { readonly status: 'declined'; readonly preset: Preset }
  | { readonly status: 'failed'; readonly preset: Preset; readonly message: string }

export interface OpeningModel {
  readonly state: ReadonlySignal<Opening>
  /** Fills in the form if this visit is new, or after `invalidate`. */
  begin(visit: Visit): void
  /** Tries again to switch the network and to fill in the form, after a failure. */
  retry(): void
  /** Makes the next `begin` fill in the form again. Called when the wallet disconnects. */
  invalidate(): void
  /** Visit for which the form was filled in. */
  current(): Visit | undefined
  /** Resolves the visit's view with the result, even if another visit has started. Returns whether the visit has params. */
  resolveVisit(visit: Visit | undefined, result: SendResult): boolean
}

interface OpeningOptions {
  readonly form: Pick<SendForm, 'tokens' | 'fix'>
  /** Clears the form for another transaction. */
  clear(): void
}

type Show = (state: Opening) => void

/** Switches the network and reads the token of a preset, then fills in the form. */
async function applyPreset(
  ctx: Context,
  { tokens, fix }: OpeningOptions['form'],
  { preset, signal: abortSignal, show }: { readonly preset: Preset; readonly signal: AbortSignal; readonly show: Show },
): Promise<void> {
  const { network, assetId, amount, receiver } = preset
  const isOnOtherNetwork = (): boolean =>
    network !== undefined && ctx.connections.active.peek()?.caipNetworkId !== network.caipNetworkId
  if (network && isOnOtherNetwork()) {
    show({ status: 'switching', preset })
    const { status } = await ctx.connections.switchNetwork(network.caipNetworkId)
    if (abortSignal.aborted) return
    if (status === 'rejected') return show({ status: 'declined', preset })
  }
  if (assetId !== undefined) show({ status: 'reading', preset })
  const token = assetId === undefined ? undefined : await tokens.find(assetId, abortSignal)
  if (abortSignal.aborted) return
  if (isOnOtherNetwork()) return show({ status: 'declined', preset }) // the wallet switched its network while the token was read
  fix({ token, amount, receiver })
  show({ status: 'ready', preset })
}

/** Validates the site's fixed values, and fills them in before the visitor can edit the form. */
export function createOpening(ctx: Context, { form, clear }: OpeningOptions): OpeningModel {
  const state = signal<Opening>({ status: 'ready', preset: NO_PRESET })
  const latest = createLatest(ctx.abortSignal)
  let visit: Visit | undefined
  let mustFillInAgain = false
  /** Whether the site's values of the current visit are filled in. */
  let isFilledIn = false

  const open = (params: Visit['params']): void => {
    mustFillInAgain = false
    isFilledIn = false
    clear()
    latest.run(async (abortSignal, isLatest) => {
      const show: Show = (next) => {
        if (!isLatest()) return
        isFilledIn ||= next.status === 'ready'
        state.value = next
      }
      try {
        const preset = parsePreset(params, ctx.networks.peek())
        if (params === undefined) show({ status: 'ready', preset })
        else await applyPreset(ctx, form, { preset, signal: abortSignal, show })
      } catch (error) {
        show({ status: 'failed', preset: NO_PRESET, message: messageOf(error) })
      }
    })
  }
  ctx.on(networkChanged, ({ namespace }) => {
    const { preset, status } = state.peek()
    const { network } = preset
    if (network?.namespace !== namespace) return
    const isActive = ctx.connections.active.peek()?.caipNetworkId === network.caipNetworkId
    if (status === 'ready' && !isActive) state.value = { status: 'declined', preset }
    if (status !== 'declined' || !isActive) return
    if (isFilledIn) state.value = { status: 'ready', preset }
    else open(visit?.params)
  })
  return {
    state,
    begin(next) {
      const isNew = next.key !== visit?.key || mustFillInAgain
      visit = next
      if (isNew) open(next.params)
    },
    retry: () => open(visit?.params),
    invalidate() {
      mustFillInAgain = true
    },
    current: () => visit,
    resolveVisit(resolved, result) {
      if (resolved?.key === visit?.key) visit = undefined
      resolved?.resolve(result)
      return resolved?.params !== undefined
    },
  }
}
