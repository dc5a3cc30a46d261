/**
 * The messages of the service, as the page uses them.
 *
 * The types in the folder `protocol` are generated from `crates/service/src/protocol`. Here actions are texts in
 * notation, and a new table always names its game.
 */

import type * as Service from './protocol/index';

export type {
  Answer,
  Ask,
  Bound,
  Button,
  Cell,
  Choosable,
  Contrast,
  Controls,
  Difference,
  Draw,
  Early,
  Encounter,
  ErrorKind,
  Estimate,
  Event,
  Explanation,
  GameView,
  Grade,
  Happened,
  Ink,
  Key,
  LearningCurve,
  LiveView,
  Look,
  Measure,
  Picture,
  Player,
  PlayerView,
  Proven,
  PuzzleAsk,
  PuzzleHint,
  PuzzleMove,
  PuzzleStep,
  PuzzleVerdict,
  PuzzleView,
  Reply,
  Request,
  Reviewed,
  RuleSet,
  RunMatch,
  SearchStats,
  SeatResult,
  SeatReview,
  SessionLine,
  Settings,
  Shape,
  Show,
  SmallPicture,
  Spot,
  Standing,
  Standings,
  State,
  StoryStep,
  Tempo,
  Term,
  Threat,
  TurnView,
} from './protocol/index';

export type Candidate = Service.Candidate<string>;
export type Decision = Service.Decision<string>;
export type Create = Service.Create & { game: string };
