import { type Context, messageOf, networkChanged, type ReadonlySignal, signal } from '@wallet-modal/kernel'
import { createLatest } from '@wallet-modal/kernel/transactions'
import type { SendParams, SendResult } from '../contract.js'
import type { SendForm } from './form.js'
import { NO_PRESET, type Preset, parsePreset } from './preset.js'

/** One display of the view `WalletSend`. */
export interface Visit {
  /** Of the route: the same while the view is in the router's stack. */
  readonly key: number
  readonly params: SendParams | undefined
  resolve(result: SendResult): void
}

/** Whether the form can be shown with the values that the site has fixed. */
export type Opening =
  | { readonly status: 'ready'; readonly preset: Preset }
  /** The wallet is asked to switch the network, or a token is read. */
  | { readonly status: 'switching' | 'reading'; readonly preset: Preset }
  | { readonly status: 'declined'; readonly preset: Preset }
  | { readonly status: 'failed'; readonly preset: Preset; readonly message: string }

export interface OpeningModel {
  readonly state: ReadonlySignal<Opening>
  /** Fills in the form anew where the visit is another one than before. */
  begin(visit: Visit): void
  /** The wallet disconnected with the form filled in: the next `begin` fills it in again. */
  invalidate(): void
  /** The visit that the form is filled in for. */
  current(): Visit | undefined
  /** Resolves a visit, also where another one has begun since. `false` where it was opened without params. */
  answer(visit: Visit | undefined, result: SendResult): boolean
}

interface OpeningParts {
  readonly form: Pick<SendForm, 'tokens' | 'fix'>
  /** Empties the form for another transaction. */
  clear(): void
}

type Show = (state: Opening) => void

/** Switches the network and reads the token of a preset, then fills in the form. */
async function applyPreset(
  ctx: Context,
  { tokens, fix }: OpeningParts['form'],
  { preset, signal: stop, show }: { readonly preset: Preset; readonly signal: AbortSignal; readonly show: Show },
): Promise<void> {
  const { network, assetId, amount, receiver } = preset
  const isElsewhere = (): boolean =>
    network !== undefined && ctx.connections.active.peek()?.caipNetworkId !== network.caipNetworkId
  if (network && isElsewhere()) {
    show({ status: 'switching', preset })
    const { status } = await ctx.connections.switchNetwork(network.caipNetworkId)
    if (stop.aborted) return
    if (status === 'rejected') return show({ status: 'declined', preset })
  }
  if (assetId !== undefined) show({ status: 'reading', preset })
  const token = assetId === undefined ? undefined : await tokens.find(assetId, stop)
  if (stop.aborted) return
  if (isElsewhere()) return show({ status: 'declined', preset }) // the wallet changed its network meanwhile
  fix({ token, amount, receiver })
  show({ status: 'ready', preset })
}

/** Checks the values that a site has fixed, and fills them in before the visitor can do anything else. */
export function createOpening(ctx: Context, { form, clear }: OpeningParts): OpeningModel {
  const state = signal<Opening>({ status: 'ready', preset: NO_PRESET })
  const latest = createLatest(ctx.abortSignal)
  let visit: Visit | undefined
  let isInvalid = false

  const open = (params: Visit['params']): void => {
    isInvalid = false
    clear()
    latest.run(async (stop, isLatest) => {
      const show: Show = (next) => {
        if (isLatest()) state.value = next
      }
      try {
        const preset = parsePreset(params, ctx.networks.peek())
        if (params === undefined) show({ status: 'ready', preset })
        else await applyPreset(ctx, form, { preset, signal: stop, show })
      } catch (error) {
        show({ status: 'failed', preset: NO_PRESET, message: messageOf(error) })
      }
    })
  }
  ctx.on(networkChanged, ({ caipNetworkId }) => {
    const { preset, status } = state.peek()
    if (status === 'ready' && preset.network && preset.network.caipNetworkId !== caipNetworkId)
      state.value = { status: 'declined', preset }
  })
  return {
    state,
    begin(next) {
      const isNew = next.key !== visit?.key || isInvalid
      visit = next
      if (isNew) open(next.params)
    },
    invalidate() {
      isInvalid = true
    },
    current: () => visit,
    answer(answered, result) {
      if (answered?.key === visit?.key) visit = undefined
      answered?.resolve(result)
      return answered?.params !== undefined
    },
  }
}
