import type { ReactNode } from 'react'
import type { Network } from '../../domain/network.js'
import { failureOf } from '../../transactions/failure.js'
import type { FlowNotice, FlowState } from '../../transactions/flow/flow-state.js'
import { Name } from '../content/name.js'
import { Text } from '../content/text.js'
import { Button } from '../controls/button.js'
import { Footer } from '../layout/footer.js'
import { Stack } from '../layout/stack.js'
import { Skeleton } from '../states/skeleton.js'
import { ErrorState } from '../states/states.js'
import { FailureText } from './failure-text.js'
import { FeeWarnings, TransactionCosts, type TransactionCostsProps } from './transaction-costs.js'
import { TransactionDetails } from './transaction-details.js'
import { TransactionReviewFacts } from './transaction-review-facts.js'
import { useTransactionTexts } from './use-transaction-texts.js'

export interface TransactionFlowReviewProps extends Omit<TransactionCostsProps, 'review' | 'network'> {
  /** Network of the transaction. `undefined` while there is no transaction to review. */
  readonly network: Network | undefined
  /** Value of `state` of `createTransactionFlow`. The component renders nothing in the status `idle`. */
  readonly state: FlowState
  readonly submitLabel: string
  onSubmit(): void
  onRetry(): void
  onBack(): void
  /** Additional warnings, displayed above the actions of the transaction. */
  readonly children?: ReactNode
  /** Additional warnings, displayed beside the submit button. */
  readonly warnings?: ReactNode
  /** Text of the notice that the transaction has changed since the review. Default: a text about a changed account, network or costs. */
  readonly changedText?: string
}

/**
 * Maximum `event.detail` (click count) of a click that submits. The second click of a double click is ignored, because the first click may have
 * opened this view.
 */
const MAX_CLICK_COUNT = 1

/** Review of a transaction in every state of its flow, with the submit button. */
export function TransactionFlowReview(props: TransactionFlowReviewProps): ReactNode {
  const { state, network, children, warnings, changedText, submitLabel, onSubmit, onBack } = props
  const t = useTransactionTexts()
  if (state.status === 'idle') return null
  if (state.status === 'failed') return <Failed {...props} notice={state.notice} />
  if (!state.displayed || !network)
    return (
      <Stack gap={3}>
        <Skeleton rows={5} />
        <Text align="center" tone="muted">
          {t('preparing')}
        </Text>
      </Stack>
    )
  const { review } = state.displayed
  const reviewProps = { ...props, network, review }
  const isSubmitting = state.status !== 'preparing' && state.status !== 'ready'
  return (
    <Stack gap={4}>
      <Stack gap={3}>
        {children}
        <TransactionReviewFacts {...reviewProps} />
        <TransactionCosts {...reviewProps} />
        <TransactionDetails review={review} />
      </Stack>
      <Footer
        status={
          <Stack gap={1}>
            {warnings}
            <FeeWarnings {...reviewProps} />
            <Notice state={state} changedText={changedText} />
          </Stack>
        }
      >
        <Button kind="secondary" onClick={onBack}>
          {t('cancel')}
        </Button>
        <Button
          inactive={state.status === 'preparing'} // not `disabled`: the button would lose the focus at each refresh
          loading={isSubmitting}
          onClick={({ detail }) => state.status === 'ready' && detail <= MAX_CLICK_COUNT && onSubmit()}
        >
          {submitLabel}
        </Button>
      </Footer>
    </Stack>
  )
}

interface NoticeProps {
  readonly state: FlowState
  readonly changedText: string | undefined
}

/** Text key of a notice, and the message of its error if it has one. */
function textOf({ code, error }: FlowNotice): { readonly key: string; readonly message?: string } {
  if (error === undefined) return { key: `failed.${code}` }
  const { reason, message } = failureOf(error)
  return { key: `failed.${code === 'insufficient' ? code : reason}`, message }
}

function Notice({ state, changedText }: NoticeProps): ReactNode {
  const t = useTransactionTexts()
  const notice = 'notice' in state ? state.notice : undefined
  if (!notice)
    return (
      <div role="status">
        <Text size="caption" tone="muted" align="center">
          {t(state.status === 'submitting' ? 'confirmInWallet' : 'careful')}
        </Text>
      </div>
    )
  const isShort = notice.code === 'changed' || notice.code === 'declined'
  const { key, message } = textOf(notice)
  const text = notice.code === 'changed' ? changedText : undefined
  return (
    <div role="status">
      <FailureText text={text ?? t(isShort ? `notice.${notice.code}` : key)} message={message} />
    </div>
  )
}

function Failed({ notice, onRetry, onBack }: TransactionFlowReviewProps & { readonly notice: FlowNotice }): ReactNode {
  const t = useTransactionTexts()
  const { key, message } = textOf(notice)
  return (
    <ErrorState title={t('failed.title')} text={t(key)}>
      {message !== undefined && (
        <>
          <Text size="caption" tone="muted" align="center">
            <Name>{message}</Name>
          </Text>
          <Button kind="secondary" compact onClick={onRetry}>
            {t('retry')}
          </Button>
        </>
      )}
      <Button kind="quiet" compact onClick={onBack}>
        {t('back')}
      </Button>
    </ErrorState>
  )
}
