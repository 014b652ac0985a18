import { type ConnectMethod, type Context, computed, connectGates, connectMethods, connectors, type ReadonlySignal } from '@wallet-modal/kernel'

type Kind = ConnectMethod['kind']

/** The blocks of the Connect view in order, and whether they may be used yet. */
export function createMethods(
  ctx: Context,
  order: readonly Kind[] | undefined,
): { readonly methods: ReadonlySignal<readonly ConnectMethod[]>; readonly isOpen: ReadonlySignal<boolean>; readonly gates: ReturnType<typeof gatesOf> } {
  const offered = ctx.all(connectMethods)
  const found = ctx.all(connectors)
  const gates = gatesOf(ctx)
  const ranked = computed((): readonly Kind[] => {
    if (order) return [...new Set<Kind>([...order, 'email', 'social', 'wallet'])]
    const installed = found.value.some(({ type }) => type === 'ANNOUNCED' || type === 'INJECTED' || type === 'MULTI_CHAIN')
    return installed ? ['wallet', 'email', 'social'] : ['email', 'social', 'wallet']
  })
  return {
    methods: computed(() => offered.value.toSorted((a, b) => ranked.value.indexOf(a.kind) - ranked.value.indexOf(b.kind))),
    gates,
    isOpen: computed(() => gates.value.every((gate) => gate.isOpen.value)),
  }
}

const gatesOf = (ctx: Context) => ctx.all(connectGates)
