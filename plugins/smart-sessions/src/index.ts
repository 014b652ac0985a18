import { accountActions, balances, computed, definePlugin, namespace, serviceAvailable } from '@wallet-modal/kernel'
import { SmartSessionList } from './contract.js'

/** Lists and revokes the smart sessions of EVM accounts: keys that may act for an account within limits (ERC-7715). */
export const smartSessions = definePlugin({
  name: '@wallet-modal/smart-sessions',
  kernel: '^0.1',
  optional: [namespace('eip155'), balances],
  permissions: { api: ['blockchain:/v1/sessions/*'] },
  views: [SmartSessionList],
  ui: () => import('./ui.js'),
  setup(ctx) {
    const action = {
      id: 'smartSessions',
      icon: 'clock',
      label: computed(() => ctx.t('list.title')),
      run: () => void ctx.router.push(SmartSessionList),
    } as const
    const isAvailable = serviceAvailable(ctx, 'blockchain', '/v1/sessions/account')
    const availableAction = computed(() =>
      isAvailable.value && ctx.connections.active.value?.namespace === 'eip155' ? action : null,
    )
    ctx.add(accountActions, availableAction, { order: 70 })
  },
})
