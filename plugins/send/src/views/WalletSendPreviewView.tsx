import type { ViewProps } from '@wallet-modal/kernel'
import { Button, EmptyState, ErrorState, Skeleton, Stack, Text, useValue } from '@wallet-modal/kernel/ui'
import { type ReactNode, useEffect } from 'react'
import { WalletSend } from '../contract.js'
import type { SendModel } from '../model.js'
import type { Note, Preview } from '../preview.js'
import { FailureText, Said } from './FailureText.js'
import { ReviewCard } from './ReviewCard.js'

type Props = ViewProps<void, void, SendModel>

/** `detail` of a click counts the presses in a row: the second one began before this view, and whoever made it has read nothing yet. */
const SINGLE_PRESS = 1

/** What the transaction says, read from its bytes, and the one button that hands it to the wallet. */
export default function WalletSendPreviewView({ model, ctx }: Props): ReactNode {
  const preview = useValue(model.preview.state)
  const { t } = ctx
  useEffect(() => model.preview.watch(), [model])
  if (preview.status === 'none' || (preview.status === 'failed' && preview.note.code === 'empty'))
    return (
      <EmptyState icon="send" title={t('preview.none')} text={t('preview.noneText')}>
        <Button compact onClick={() => void ctx.router.replace(WalletSend)}>
          {t('preview.start')}
        </Button>
      </EmptyState>
    )
  if (preview.status === 'failed') return <Failed model={model} ctx={ctx} note={preview.note} />
  const { shown } = preview
  if (!shown)
    return (
      <Stack gap={3}>
        <Skeleton rows={5} />
        <Text align="center" tone="muted">
          {t('preview.preparing')}
        </Text>
      </Stack>
    )
  return (
    <Stack gap={4}>
      <ReviewCard model={model} ctx={ctx} shown={shown} />
      <Notes preview={preview} ctx={ctx} />
      <Stack row gap={2}>
        <Button kind="secondary" onClick={ctx.router.back}>
          {t('preview.cancel')}
        </Button>
        <Button
          disabled={preview.status === 'preparing'}
          loading={preview.status === 'waiting'}
          onClick={({ detail }) => detail <= SINGLE_PRESS && model.submit()}
        >
          {t('preview.send')}
        </Button>
      </Stack>
    </Stack>
  )
}

type Ctx = Pick<Props, 'ctx'>
type Translate = Props['ctx']['t']

const failedText = (t: Translate, { code, failure }: Note): string =>
  t(code === 'failed' ? `preview.failed.${failure?.reason}` : `preview.failed.${code}`)
const noteText = (t: Translate, note: Note): string =>
  note.code === 'changed' || note.code === 'declined' ? t(`preview.note.${note.code}`) : failedText(t, note)

function Notes({ preview, ctx: { t } }: Ctx & { readonly preview: Preview }): ReactNode {
  const isNoted = (preview.status === 'ready' || preview.status === 'preparing') && preview.note
  return (
    <div role="status">
      {isNoted ? (
        <FailureText text={noteText(t, isNoted)} said={isNoted.failure?.said} />
      ) : (
        <Text size="caption" tone="muted" align="center">
          {t(preview.status === 'waiting' ? 'send.confirmInWallet' : 'preview.careful')}
        </Text>
      )}
    </div>
  )
}

function Failed({ model, ctx, note }: Pick<Props, 'model' | 'ctx'> & { readonly note: Note }): ReactNode {
  const { t } = ctx
  return (
    <ErrorState title={t('preview.failed.title')} text={failedText(t, note)}>
      {note.failure && (
        <>
          <Said>{note.failure.said}</Said>
          <Button kind="secondary" compact onClick={() => model.preview.prepare()}>
            {t('send.retry')}
          </Button>
        </>
      )}
      <Button kind="quiet" compact onClick={ctx.router.back}>
        {t('preview.back')}
      </Button>
    </ErrorState>
  )
}
