import {
  type ConnectGate,
  type ConnectMethod,
  type Context,
  computed,
  connectGates,
  connectMethods,
  connectors,
  type ReadonlySignal,
} from '@wallet-modal/kernel'

type Kind = ConnectMethod['kind']

export interface ConnectMethods {
  /** The blocks of the Connect view in order. */
  readonly methods: ReadonlySignal<readonly ConnectMethod[]>
  readonly gates: ReadonlySignal<readonly ConnectGate[]>
  /** False while a gate is shut. */
  readonly isOpen: ReadonlySignal<boolean>
}

/** Brings the blocks of all plugins into order and asks the gates. */
export function createMethods(ctx: Context, order: readonly Kind[] | undefined): ConnectMethods {
  const offered = ctx.all(connectMethods)
  const found = ctx.all(connectors)
  const gates = ctx.all(connectGates)
  const ranked = computed((): readonly Kind[] => {
    if (order) return [...new Set<Kind>([...order, 'email', 'social', 'wallet'])]
    const installed = found.value.some(
      ({ type }) => type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN',
    )
    return installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  })
  return {
    methods: computed(() =>
      offered.value.toSorted((a, b) => ranked.value.indexOf(a.kind) - ranked.value.indexOf(b.kind)),
    ),
    gates,
    isOpen: computed(() => gates.value.every((gate) => gate.isOpen.value)),
  }
}
