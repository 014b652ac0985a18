import { type PluginUi, type ViewProps, viewOf } from '@wallet-modal/kernel'
import { List, ListItem, Stack, Text } from '@wallet-modal/kernel/ui'
import { PersistentBox } from '@wallet-modal/kernel/ui/deferred'
import type { ReactNode } from 'react'
import { CHAT, Hours, Support } from './contract.js'

const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const

function SupportView({ ctx }: ViewProps): ReactNode {
  return (
    <Stack gap={4}>
      <Text>{ctx.t('intro')}</Text>
      <PersistentBox id={CHAT} height={320} />
      <List>
        <ListItem label={ctx.t('hours')} trailing="chevron" onClick={() => void ctx.router.push(Hours)} />
        {days.map((day) => (
          <ListItem key={day} label={ctx.t(day)} onClick={() => void ctx.router.push(Hours)} />
        ))}
      </List>
    </Stack>
  )
}

function HoursView({ ctx }: ViewProps): ReactNode {
  return (
    <Stack gap={4}>
      <Text>{ctx.t('open')}</Text>
      {/* the frame is registered for the view `Support`, so this box stays empty */}
      <PersistentBox id={CHAT} height={60} />
    </Stack>
  )
}

const strings = {
  title: 'Support',
  intro: 'Our team answers here.',
  hours: 'Opening hours',
  open: 'We answer on weekdays from 9 to 17.',
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
}

export const ui: PluginUi = {
  views: [viewOf(Support, SupportView, { title: 'title' }), viewOf(Hours, HoursView, { title: 'hours' })],
  strings: { en: async () => strings },
}
