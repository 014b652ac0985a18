import type { LanguageOf } from '@wallet-modal/kernel'

interface English {
  '@wallet-modal/kernel': typeof import('@wallet-modal/kernel/texts').strings
  '@wallet-modal/connect': typeof import('@wallet-modal/connect/texts').strings
}

export default {
  '@wallet-modal/kernel': { connect: 'Connecter un portefeuille', close: 'Fermer' },
  '@wallet-modal/connect': {
    'connect.title': 'Connecter un portefeuille',
    'connect.empty.title': 'Aucun portefeuille trouvé',
    'all.count.many': '{count} de portefeuilles',
  },
} satisfies LanguageOf<English>
