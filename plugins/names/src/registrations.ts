import {
  type Context,
  computed,
  type ReadonlySignal,
  signal,
  tracked,
  type WalletConnection,
} from '@wallet-modal/kernel'
import { nameRegistered, RegisterAccountName, RegisterAccountNameSuccess } from './contract.js'
import type { NameForm } from './name-form.js'
import type { OwnNameModel } from './own-name.js'
import { type RegistrationOutcome, registerName } from './registration.js'
import type { NamesService } from './service.js'

/** `signing`: the wallet displays the request for a signature, and the visitor can cancel the registration. */
export type RegistrationStatus = 'idle' | 'signing' | 'submitting'

export interface RegisteredName {
  readonly name: string
  readonly address: string
}

export interface Registrations {
  readonly registration: ReadonlySignal<RegistrationStatus>
  /** Failure reason of the last registration; `null` after the entered text or the account changes. */
  readonly problem: ReadonlySignal<string | null>
  /** Most recently registered name, and the address that it was registered for. */
  readonly registered: ReadonlySignal<RegisteredName | null>
  /** Sets the text of the form's field. */
  type(text: string): void
  /** Registers the entered name. Does nothing if the name is not checked as `free`, or while a registration is running. */
  register(): void
  /** Stops waiting for the wallet's signature. A signature that arrives later is not submitted. */
  cancel(): void
}

/** Value of `error` in the analytics event. */
const errorOf = (outcome: RegistrationOutcome): string =>
  (outcome.status === 'refused' && outcome.reason) || outcome.status

/** Failure reason for the visitor; `null` if the registration succeeded, or the visitor canceled it or declined to sign. */
function problemOf(ctx: Context, outcome: RegistrationOutcome, name: string): string | null {
  const { status } = outcome
  if (status === 'registered' || status === 'declined' || status === 'canceled') return null
  if (status === 'unknown') return ctx.t('error.unknown', { name })
  return (status === 'refused' && outcome.reason) || ctx.t('error.register', { name })
}

interface Dependencies {
  readonly service: NamesService
  readonly form: NameForm
  readonly own: OwnNameModel
}

const accountKey = (connection: WalletConnection | null): string =>
  `${connection?.namespace}:${connection?.connectorId}:${connection?.account.address}`

/** Calls `onChange` when another account becomes active. */
function watchAccount(ctx: Context, onChange: () => void): void {
  const account = computed(() => accountKey(ctx.connections.active.value))
  ctx.effect(() => {
    void account.value
    onChange()
  })
}

/** Clears the form. Opens the confirmation if the form is displayed, otherwise shows a toast. */
function showRegistered({ router, toast, t }: Context, form: NameForm, name: string): void {
  form.type('')
  if (router.current.peek()?.view.name === RegisterAccountName.name) void router.replace(RegisterAccountNameSuccess)
  else toast.success(t('success.toast', { name }))
}

/** Shows a toast with the outcome of a registration whose account is no longer active. The form belongs to the new account and keeps its text. */
function showForOtherAccount(
  { toast, t }: Context,
  form: NameForm,
  { status }: RegistrationOutcome,
  name: string,
): void {
  if (status === 'registered') {
    form.recheck() // the name in the field may be the one that was registered
    toast.success(t('success.toast', { name }))
  } else toast.error(t(status === 'unknown' ? 'error.unknown' : 'error.register', { name }))
}

/** Registers the name in the form. Runs one registration at a time. Stops waiting for the wallet's signature if another account becomes active. */
export function createRegistrations(ctx: Context, { service, form, own }: Dependencies): Registrations {
  const registration = signal<RegistrationStatus>('idle')
  const problem = signal<string | null>(null)
  const registered = signal<RegisteredName | null>(null)
  let latestAttempt = new AbortController()

  const register = async (): Promise<void> => {
    const [active, check] = [ctx.connections.active.peek(), form.check.peek()]
    const { network } = active ?? {}
    if (!active || !network || check.status !== 'free' || registration.peek() !== 'idle') return
    const { name } = check
    const attempt = new AbortController()
    latestAttempt = attempt
    problem.value = null
    registration.value = 'signing'
    const track = (event: string, properties: object = {}): void =>
      ctx.emit(tracked, { event, properties: { ensName: name, ...properties } })
    track('REGISTER_NAME_INITIATED')
    try {
      const onSigned = (): void => {
        registration.value = 'submitting'
      }
      const request = { name, active, network, signal: attempt.signal, onSigned }
      const outcome = await registerName({ ctx, service }, request)
      if (outcome.status === 'registered') track('REGISTER_NAME_SUCCESS')
      else track('REGISTER_NAME_ERROR', { error: errorOf(outcome) })
      if (outcome.status === 'canceled') return
      if (outcome.status === 'declined') ctx.toast.error(ctx.t('error.declined'))
      if (outcome.status === 'registered') {
        const { address } = active.account
        await own.read(true)
        ctx.emit(nameRegistered, { name, address, caipNetworkId: network.caipNetworkId })
        registered.value = { name, address }
      }
      if (accountKey(ctx.connections.active.peek()) !== accountKey(active))
        return showForOtherAccount(ctx, form, outcome, name)
      problem.value = problemOf(ctx, outcome, name)
      if (outcome.status === 'registered') showRegistered(ctx, form, name)
    } finally {
      if (!attempt.signal.aborted) registration.value = 'idle'
    }
  }
  const cancel = (): void => {
    if (registration.peek() !== 'signing') return
    latestAttempt.abort()
    registration.value = 'idle'
  }
  watchAccount(ctx, () => {
    problem.value = null
    cancel()
  })
  return {
    ...{ registration, problem, registered, cancel },
    type(text) {
      problem.value = null
      form.type(text)
    },
    register: () => void register().catch(ctx.log.error),
  }
}
