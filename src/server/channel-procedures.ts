import { createChannel } from './channel/create-channel';
import { deleteChannel } from './channel/delete-channel';
import { endPreviousChannelKeys } from './channel/end-previous-channel-keys';
import { getChannel } from './channel/get-channel';
import { getDelivery } from './channel/get-delivery';
import { listChannels } from './channel/list-channels';
import { listDeliveries } from './channel/list-deliveries';
import { patchChannel } from './channel/patch-channel';
import { pauseChannel } from './channel/pause-channel';
import { replayDelivery } from './channel/replay-delivery';
import { resumeChannel } from './channel/resume-channel';
import { rotateChannelKeys } from './channel/rotate-channel-keys';
import { testChannel } from './channel/test-channel';

/** The operations on channels, which all have paths. */
export const channel = {
  list: listChannels,
  get: getChannel,
  create: createChannel,
  patch: patchChannel,
  delete: deleteChannel,
  rotateKeys: rotateChannelKeys,
  endPreviousKeys: endPreviousChannelKeys,
  pause: pauseChannel,
  resume: resumeChannel,
  test: testChannel,
  deliveries: listDeliveries,
  delivery: getDelivery,
  replay: replayDelivery,
};
