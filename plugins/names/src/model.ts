import { type Context, computed, openingViews, type ReadonlySignal } from '@wallet-modal/kernel'
import { coinTypeOf } from './coin-type.js'
import { createNameForm, type NameForm } from './name-form.js'
import { DEFAULT_ZONE, type NamesOptions } from './options.js'
import { createOwnName, type OwnName } from './own-name.js'
import { createRegistrations, type Registrations } from './registrations.js'
import { createNamesService } from './service.js'
import { createNames } from './source.js'

export interface NamesModel extends Registrations {
  readonly zone: string
  readonly form: NameForm
  /** Registered name of the active account. */
  readonly own: ReadonlySignal<OwnName>
  /** Changes with account and network. After each change, call `readOwn`. */
  readonly ownKey: ReadonlySignal<string>
  /** Whether names can be registered for accounts on this network. */
  readonly isSupported: ReadonlySignal<boolean>
  /** Reads `own`. `force` bypasses the cache. */
  readOwn(force?: boolean): void
  /** Opens the modal's start view, or closes the modal if there is none. */
  leave(): void
}

/** Creates {@link NamesModel.leave}. */
function createLeave(ctx: Context): () => void {
  const openingViewsSlot = ctx.all(openingViews)
  return () => {
    const startView = openingViewsSlot.peek().find((one) => one.when())?.view
    if (startView) void ctx.router.reset(startView)
    else ctx.router.close()
  }
}

export function createNamesModel(ctx: Context, { zone = DEFAULT_ZONE }: NamesOptions): NamesModel {
  const service = createNamesService(ctx.api.service('blockchain'), zone)
  const form = createNameForm(ctx, service, zone)
  const own = createOwnName(ctx, createNames(ctx, zone))
  return {
    ...{ zone, form, own: own.state, ownKey: own.key },
    ...createRegistrations(ctx, { service, form, own }),
    isSupported: computed(() => {
      const network = ctx.connections.active.value?.network
      return network !== undefined && coinTypeOf(network) !== undefined
    }),
    readOwn: (force) => void own.read(force),
    leave: createLeave(ctx),
  }
}
