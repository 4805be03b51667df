import { changeSetting } from './message-rule/change-setting';
import { createMessageRule } from './message-rule/create-message-rule';
import { deleteMessageRule } from './message-rule/delete-message-rule';
import { getMessageRule } from './message-rule/get-message-rule';
import { getSetting } from './message-rule/get-setting';
import { listMessageRules } from './message-rule/list-message-rules';
import { previewMessageRule } from './message-rule/preview-message-rule';
import { saveMessageRule } from './message-rule/save-message-rule';

/** The operations on the rules for messages, which all have paths. */
export const messageRule = {
  list: listMessageRules,
  get: getMessageRule,
  create: createMessageRule,
  save: saveMessageRule,
  delete: deleteMessageRule,
  preview: previewMessageRule,
  setting: getSetting,
  changeSetting,
};
