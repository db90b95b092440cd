#include "uai_client.h"

#include <algorithm>

#include "foray/notation/text.h"
#include "program.h"

namespace foray {
namespace {

constexpr double kSendMs = 2000;

}  // namespace

Result<std::unique_ptr<UaiClient>, Failure> UaiClient::start(process::Program program, bool own_folder, double handshake_ms) {
    std::unique_ptr<UaiClient> client(new UaiClient);  // NOLINT(cppcoreguidelines-owning-memory)
    if (own_folder) {
        auto folder = process::ScratchFolder::make("foray-player");
        if (!folder) return Failure{Ending::kDisconnected, folder.error().message()};
        client->folder_ = std::move(folder).value();
        program.folder = client->folder_->path();
    }
    auto child = process::Child::start(program);
    if (!child) return Failure{Ending::kDisconnected, child.error().message()};
    client->child_ = std::move(child).value();
    const process::Time deadline = process::after_ms(handshake_ms);
    client->say("uai");
    for (;;) {
        const auto reply = client->read(deadline);
        if (!reply) {
            Failure failure = reply.error();
            if (failure.ending == Ending::kNoAnswer) failure.detail = "no uaiok: " + failure.detail;
            return failure;
        }
        if (std::holds_alternative<UaiOk>(*reply)) return client;
        if (const auto* id = std::get_if<UaiId>(&*reply); id != nullptr && id->is_name) client->name_ = id->text;
        if (const auto* option = std::get_if<UaiOption>(&*reply)) client->options_.push_back(*option);
    }
}

const UaiOption* UaiClient::find_option(std::string_view name) const {
    const auto found = std::find_if(options_.begin(), options_.end(), [&](const UaiOption& one) { return lower(one.name) == lower(name); });
    return found == options_.end() ? nullptr : &*found;
}

bool UaiClient::say(const std::string& line) { return child_->send(line + "\n", process::after_ms(kSendMs)); }

Failure UaiClient::failure_of(process::ReadState state) {
    switch (state) {
        case process::ReadState::kFlood: return {Ending::kNoAnswer, "it prints without end"};
        case process::ReadState::kEnd: {
            // Its end may take a moment longer than that of its words.
            constexpr double kEndMs = 500;
            if (!child_->wait(process::after_ms(kEndMs)))
                return {Ending::kDisconnected, "it closed its output" + last_words(child_->complaints())};
            const std::string how = process::describe(child_->end());
            return {Ending::kCrash, how + last_words(child_->complaints())};
        }
        case process::ReadState::kLine:
        case process::ReadState::kTimeOut: break;
    }
    return {Ending::kNoAnswer, "it says nothing"};
}

Result<UaiReply, Failure> UaiClient::read(process::Time deadline) {
    for (;;) {
        const process::LineRead read = child_->read_line(deadline);
        if (read.state != process::ReadState::kLine) return failure_of(read.state);
        last_at_ = read.at;
        UaiReply reply = parse_uai_reply(read.line);
        if (!std::holds_alternative<UaiOther>(reply)) return reply;
    }
}

std::optional<Failure> UaiClient::wait_ready(double ms) {
    const process::Time deadline = process::after_ms(ms);
    say("isready");
    for (;;) {
        const auto reply = read(deadline);
        if (!reply) {
            Failure failure = reply.error();
            if (failure.ending == Ending::kNoAnswer) failure.detail = "no readyok: " + failure.detail;
            return failure;
        }
        if (std::holds_alternative<UaiReady>(*reply)) return std::nullopt;
    }
}

void UaiClient::drop_old_lines() {
    constexpr int kMost = 10'000;
    for (int i = 0; i < kMost; ++i) {
        if (child_->read_line(process::now()).state != process::ReadState::kLine) return;
    }
}

std::unique_ptr<UaiClient> UaiPool::take(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = waiting_.find(key);
    if (found == waiting_.end()) return nullptr;
    auto client = std::move(found->second);
    waiting_.erase(found);
    return client;
}

void UaiPool::give(const std::string& key, std::unique_ptr<UaiClient> client) {
    constexpr std::size_t kMost = 64;
    const std::lock_guard lock(mutex_);
    if (waiting_.size() < kMost) waiting_.emplace(key, std::move(client));
}

bool UaiPool::has_started(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return started_.count(key) != 0;
}

void UaiPool::note_started(const std::string& key) {
    const std::lock_guard lock(mutex_);
    started_.insert(key);
}

}  // namespace foray
