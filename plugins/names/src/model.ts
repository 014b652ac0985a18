import { type Context, computed, openingViews, type ReadonlySignal, signal, tracked } from '@wallet-modal/kernel'
import { coinTypeOf } from './coin-type.js'
import { nameRegistered, RegisterAccountName, RegisterAccountNameSuccess } from './contract.js'
import { createNameForm, type NameForm } from './name-form.js'
import { DEFAULT_ZONE, type NamesOptions } from './options.js'
import { createOwnName, type OwnName } from './own-name.js'
import { type RegistrationOutcome, registerName } from './registration.js'
import { createNamesService } from './service.js'
import { createNames } from './source.js'

export type RegistrationStatus = 'idle' | 'signing' | 'submitting'

export interface RegisteredName {
  readonly name: string
  readonly address: string
}

export interface NamesModel {
  readonly zone: string
  readonly form: NameForm
  /** Registered name of the active account. */
  readonly own: ReadonlySignal<OwnName>
  /** Changes with account and network. After each change, call `readOwn`. */
  readonly ownKey: ReadonlySignal<string>
  readonly registration: ReadonlySignal<RegistrationStatus>
  /** Failure reason of the last registration; `null` after the entered text changes. */
  readonly problem: ReadonlySignal<string | null>
  /** Most recently registered name, and the address that it was registered for. */
  readonly registered: ReadonlySignal<RegisteredName | null>
  /** Whether names can be registered for accounts on this network. */
  readonly isSupported: ReadonlySignal<boolean>
  /** Reads `own`. `force` bypasses the cache. */
  readOwn(force?: boolean): void
  /** Sets the text of the form's field. */
  type(text: string): void
  /** Registers the entered name. Does nothing unless its check is `free` and no registration is running. */
  register(): void
  /** Opens the modal's start view, or closes the modal if there is none. */
  leave(): void
}

/** Value of `error` in the analytics event. */
const errorOf = (outcome: RegistrationOutcome): string =>
  (outcome.status === 'refused' && outcome.reason) || outcome.status

/** Failure reason for the visitor; `null` if the registration succeeded or the visitor declined to sign. */
function problemOf(ctx: Context, outcome: RegistrationOutcome, name: string): string | null {
  if (outcome.status === 'registered' || outcome.status === 'declined') return null
  if (outcome.status === 'unknown') return ctx.t('error.unknown', { name })
  return (outcome.status === 'refused' && outcome.reason) || ctx.t('error.register', { name })
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
  const registration = signal<RegistrationStatus>('idle')
  const problem = signal<string | null>(null)
  const registered = signal<RegisteredName | null>(null)

  const handleRegistered = async (name: string, address: string, caipNetworkId: string): Promise<void> => {
    await own.read(true)
    ctx.emit(nameRegistered, { name, address, caipNetworkId })
    registered.value = { name, address }
    form.type('')
    if (ctx.router.current.peek()?.view.name === RegisterAccountName.name)
      void ctx.router.replace(RegisterAccountNameSuccess)
    else ctx.toast.success(ctx.t('success.toast', { name }))
  }
  const track = (event: string, properties: Readonly<Record<string, string>>): void =>
    ctx.emit(tracked, { event, properties })
  const register = async (): Promise<void> => {
    const [active, check] = [ctx.connections.active.peek(), form.check.peek()]
    const { network } = active ?? {}
    if (!active || !network || check.status !== 'free' || registration.peek() !== 'idle') return
    const { name } = check
    problem.value = null
    registration.value = 'signing'
    track('REGISTER_NAME_INITIATED', { ensName: name })
    try {
      const onSigned = (): void => {
        registration.value = 'submitting'
      }
      const outcome = await registerName({ ctx, service }, { name, active, network, onSigned })
      if (outcome.status === 'declined') ctx.toast.error(ctx.t('error.declined'))
      problem.value = problemOf(ctx, outcome, name)
      if (outcome.status === 'registered') track('REGISTER_NAME_SUCCESS', { ensName: name })
      else track('REGISTER_NAME_ERROR', { ensName: name, error: errorOf(outcome) })
      if (outcome.status === 'registered') await handleRegistered(name, active.account.address, network.caipNetworkId)
    } finally {
      registration.value = 'idle'
    }
  }
  return {
    ...{ zone, form, registration, problem, registered, own: own.state, ownKey: own.key },
    isSupported: computed(() => {
      const network = ctx.connections.active.value?.network
      return network !== undefined && coinTypeOf(network) !== undefined
    }),
    readOwn: (force) => void own.read(force),
    type(text) {
      problem.value = null
      form.type(text)
    },
    register: () => void register().catch(ctx.log.error),
    leave: createLeave(ctx),
  }
}
