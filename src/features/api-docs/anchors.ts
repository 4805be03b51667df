/** Where an operation, a model and a group of operations stand in the page. */
export const operationAnchor = (operationId: string): string => `operation-${operationId}`;
export const modelAnchor = (name: string): string => `model-${name}`;
export const tagAnchor = (tag: string): string => `tag-${tag.toLowerCase().replaceAll(' ', '-')}`;
