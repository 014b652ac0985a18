import {
  accountActions,
  computed,
  definePlugin,
  nameSources,
  namespace,
  serviceAvailable,
  signal,
} from '@wallet-modal/kernel'
import { ChooseAccountName, nameRegistered, RegisterAccountName, RegisterAccountNameSuccess } from './contract.js'
import { DEFAULT_ZONE, type NamesOptions, options } from './options.js'
import type { Names } from './source.js'

export type { NamesOptions } from './options.js'

/** Registers names for EVM accounts at the Blockchain API, and reads these names. */
export const names = definePlugin<NamesOptions>({
  name: '@wallet-modal/names',
  kernel: '^0.1',
  optional: [namespace('eip155')],
  ...(process.env.NODE_ENV !== 'production' && { options }),
  permissions: { api: ['blockchain:/v1/profile/*'] },
  views: [ChooseAccountName, RegisterAccountName, RegisterAccountNameSuccess],
  ui: () => import('./ui.js'),
  setup(ctx, { zone = DEFAULT_ZONE }) {
    const edition = signal(0)
    const load = async (): Promise<Names> => (await import('./source.js')).createNames(ctx, zone)
    ctx.on(nameRegistered, () => void edition.value++)
    ctx.add(nameSources, {
      namespace: 'eip155',
      isService: true,
      edition,
      nameOf: async (request) => (await load()).nameOf(request),
      resolve: async (request) => (await load()).resolve(request),
    })
    const action = {
      id: 'names',
      label: computed(() => ctx.t('choose.action')),
      run: () => void ctx.router.push(ChooseAccountName),
    } as const
    const isAvailable = serviceAvailable(ctx, 'blockchain', '/v1/profile/account')
    const availableAction = computed(() =>
      isAvailable.value && ctx.connections.active.value?.namespace === 'eip155' ? action : null,
    )
    ctx.add(accountActions, availableAction, { order: 60 })
  },
})
