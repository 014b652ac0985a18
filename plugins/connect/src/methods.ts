import {
  type ConnectGate,
  type ConnectMethod,
  type ConnectParams,
  type Context,
  computed,
  connectGates,
  connectMethods,
  connectors,
  type ReadonlySignal,
} from '@wallet-modal/kernel'

export interface ConnectMethods {
  /** Blocks of the Connect view in order. */
  readonly methods: ReadonlySignal<readonly ConnectMethod[]>
  readonly gates: ReadonlySignal<readonly ConnectGate[]>
  /** False while a gate, such as the legal checkbox, is closed. */
  readonly canConnect: ReadonlySignal<boolean>
}

/** Orders the blocks of all plugins that connect the requested namespace, and checks the gates. */
export function createMethods(
  ctx: Context,
  order: readonly string[] | undefined,
  params: ReadonlySignal<ConnectParams>,
): ConnectMethods {
  const contributed = ctx.all(connectMethods)
  const allConnectors = ctx.all(connectors)
  const gates = ctx.all(connectGates)
  const ranked = computed((): readonly string[] => {
    if (order) return [...new Set([...order, 'email', 'social', 'wallet'])]
    const hasInstalled = allConnectors.value.some(({ isInstalled }) => isInstalled)
    return hasInstalled ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  })
  /** Kinds that are not in `ranked` come last. */
  const rankOf = ({ kind }: ConnectMethod): number => {
    const index = ranked.value.indexOf(kind)
    return index < 0 ? ranked.value.length : index
  }
  return {
    methods: computed(() => {
      const { namespace } = params.value
      return contributed.value
        .filter(({ namespaces }) => !namespace || !namespaces || namespaces.includes(namespace))
        .toSorted((a, b) => rankOf(a) - rankOf(b))
    }),
    gates,
    canConnect: computed(() => gates.value.every((gate) => gate.isOpen.value)),
  }
}
