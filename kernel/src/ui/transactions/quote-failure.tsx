import type { ReactNode } from 'react'
import { Button } from '../controls/button.js'
import { Stack } from '../layout/stack.js'
import { FailureText, type FailureTextProps } from './failure-text.js'

export interface QuoteFailureProps extends FailureTextProps {
  readonly retryLabel: string
  onRetry(): void
}

/** Reason why there is no quote, with a button that requests the quote again. */
export function QuoteFailure({ retryLabel, onRetry, ...failure }: QuoteFailureProps): ReactNode {
  return (
    <Stack gap={2} align="center">
      <FailureText {...failure} />
      <Button kind="quiet" compact onClick={onRetry}>
        {retryLabel}
      </Button>
    </Stack>
  )
}
