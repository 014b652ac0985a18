import type { ReactNode } from 'react'
import { Text } from '../content/text.js'
import { Icon, type IconName } from '../images/icon.js'
import { Stack } from '../layout/stack.js'
import { ProgressRing, type ProgressRingProps } from '../states/progress-ring.js'

export interface OutcomeHeadingProps extends Required<Pick<ProgressRingProps, 'state'>> {
  readonly icon: IconName
  readonly title: string
  readonly text?: string | undefined
}

/** Status of a submitted transaction or order: a ring with an icon, a title and an explanation. The title of `failed` has the colour of errors. */
export function OutcomeHeading({ state, icon, title, text }: OutcomeHeadingProps): ReactNode {
  return (
    <Stack gap={4}>
      <ProgressRing state={state}>
        <Icon name={icon} size={32} />
      </ProgressRing>
      <Stack gap={1}>
        <Text size="strong" align="center" tone={state === 'failed' ? 'danger' : 'default'}>
          {title}
        </Text>
        {text !== undefined && (
          <Text tone="muted" align="center">
            {text}
          </Text>
        )}
      </Stack>
    </Stack>
  )
}
